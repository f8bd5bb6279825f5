/** Whether a model is one of Claude's; one that is not known is taken for one. */
export function isClaude(model: string | undefined): boolean {
  return model === undefined || /claude|anthropic/i.test(model);
}
