/** An agent's name where there is little room: its first part, such as `claude`. */
export function shortAgent(name: string): string {
  return name.replace(/-.*/, "");
}
