const SAFE = /^[A-Za-z0-9_-]{1,64}$/;
const UNSAFE_CHARACTER = /[^A-Za-z0-9_-]/g;

/** A tool's name as all APIs take it: letters, digits, `_`, `-`, at most 64. */
export function safeName(name: string): string {
  if (SAFE.test(name)) return name;
  return name.replace(UNSAFE_CHARACTER, "_").slice(0, 64) || "tool";
}

/** Gemini wants a letter or `_` first. */
export function safeGeminiName(name: string): string {
  const safe = safeName(name);
  return /^[A-Za-z_]/.test(safe) ? safe : `_${safe}`.slice(0, 64);
}
