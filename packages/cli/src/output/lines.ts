/** The text with a newline at its end. */
export function lines(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
