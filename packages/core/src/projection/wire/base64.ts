/** Groups of four would be more exact, and overflow the stack on a large image. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Whether a text is base64 of at least one byte. */
export function isBase64(text: string | undefined): text is string {
  return text !== undefined && text.length % 4 === 0 && BASE64.test(text);
}
