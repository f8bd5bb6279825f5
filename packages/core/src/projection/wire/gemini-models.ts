/** Before Gemini 3 calls need no signatures and have no ids, and results hold no images. An unknown model is a new one. */
export function isGemini3(model: string | undefined): boolean {
  const version = /gemini-(\d+)/.exec(model ?? "")?.[1];
  return version === undefined || Number(version) >= 3;
}
