/** `error`: a documented or reported rejection; `warn`: a conservative rule, or one nobody has verified. */
export type ViolationLevel = "error" | "warn";

/** One way in which a request history breaks a rule of a model API. */
export interface Violation {
  readonly level: ViolationLevel;
  /** The target and the rule, both stable: `"anthropic/unanswered-call"`. */
  readonly rule: string;
  /** Where in the request: `"messages[3].content[1]"`; `""` is the request itself. */
  readonly at: string;
  readonly message: string;
}
