import { uuidOf } from "../format/ids.ts";

/** A call's id as every API takes it: the same for a call and its result. */
export function safeCallId(id: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : `call_${uuidOf(id).replaceAll("-", "")}`;
}
