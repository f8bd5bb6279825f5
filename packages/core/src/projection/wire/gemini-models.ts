/** Gemini takes png, jpeg and webp of what others take. Source: its documentation of images; vscode#286628. */
export const REFUSED_BY_GEMINI = ["image/gif"];

/** Whether a model is one of Gemini's, by its name. */
export function isGemini(model: string | undefined): boolean {
  return model !== undefined && /gemini/i.test(model);
}

/** Before Gemini 3 calls need no signatures and have no ids, and results hold no images. An unknown model is a new one. */
export function isGemini3(model: string | undefined): boolean {
  const version = /gemini-(\d+)/.exec(model ?? "")?.[1];
  return version === undefined || Number(version) >= 3;
}
