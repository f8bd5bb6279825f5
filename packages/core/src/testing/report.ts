import type { Violation, ViolationLevel } from "./violation.ts";

/** Collects the violations of one check, and puts the target in front of each rule. */
export class Report {
  readonly violations: Violation[] = [];
  readonly #target: string;

  constructor(target: string) {
    this.#target = target;
  }

  error(rule: string, at: string, message: string): void {
    this.add("error", rule, at, message);
  }

  warn(rule: string, at: string, message: string): void {
    this.add("warn", rule, at, message);
  }

  add(level: ViolationLevel, rule: string, at: string, message: string): void {
    this.violations.push({ level, rule: `${this.#target}/${rule}`, at, message });
  }
}
