/** A number with its noun: `1 message`, `2 messages`, `3 branches`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}
