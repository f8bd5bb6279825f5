/** Whether Gemini can take this for a signature: it checks that it is base64, whatever it holds. */
export function isGeminiSignature(signature: string | undefined): signature is string {
  return signature !== undefined && /^[A-Za-z0-9+/]{2,}={0,2}$/.test(signature) && signature.length % 4 === 0;
}
