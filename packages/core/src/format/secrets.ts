/** A kind of key or token, and how it looks. */
export interface SecretPattern {
  readonly kind: string;
  /** What its group matches, if it has one, stands before the secret and stays. */
  readonly pattern: RegExp;
}

/** What may not stand right before and behind a token: it would be a part of something longer. */
const START = "(?<![A-Za-z0-9_-])";
const END = "(?![A-Za-z0-9_-])";

/**
 * Keys and tokens that are known by how they look: few other texts look so. No pattern can go back over a text again
 * and again: each repeats one class of characters, up to a limit, behind a fixed beginning.
 * A pattern that began with what it looks back at would be tried at every character: ten times the time.
 */
export const SECRETS: readonly SecretPattern[] = [
  secret(
    "private-key",
    // Up to the next dashes, as keys are often cut short.
    "-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY-----(?:[^-]|-(?!----)){0,16384}(?:-----END (?:[A-Z]{2,12} ){0,2}PRIVATE KEY-----)?",
  ),
  secret("jwt", `${START}eyJ[A-Za-z0-9_-]{8,4096}\\.eyJ[A-Za-z0-9_-]{4,8192}\\.[A-Za-z0-9_-]{8,4096}`),
  secret("anthropic-key", `${START}sk-ant-[A-Za-z0-9_-]{16,256}`),
  secret("openai-key", `${START}sk-(?:proj-|svcacct-|admin-|or-v1-)[A-Za-z0-9_-]{20,256}`),
  secret("openai-key", `${START}sk-[A-Za-z0-9]{32,128}${END}`),
  secret("github-token", `${START}gh[pousr]_[A-Za-z0-9]{30,255}`),
  secret("github-token", `${START}github_pat_[A-Za-z0-9_]{22,255}`),
  secret("gitlab-token", `${START}glpat-[A-Za-z0-9_-]{20,255}`),
  secret("aws-key-id", `${START}(?:AKIA|ASIA)[A-Z0-9]{16}${END}`),
  secret("slack-token", `${START}xox[abeoprs]-[A-Za-z0-9-]{10,255}`),
  secret("google-key", `${START}AIza[A-Za-z0-9_-]{35}${END}`),
  secret("huggingface-token", `${START}hf_[A-Za-z0-9]{30,100}${END}`),
  secret("npm-token", `${START}npm_[A-Za-z0-9]{36}${END}`),
  secret("stripe-key", `${START}(?:sk|rk)_live_[A-Za-z0-9]{16,255}`),
  secret("authorization", "\\b([Bb]earer[ \\t]{1,4})[A-Za-z0-9._~+/=-]{20,4096}"),
  secret(
    "authorization",
    "\\b([Aa]uthorization[\"']?[ \\t]{0,4}[:=][ \\t]{0,4}[\"']?[Bb]asic[ \\t]{1,4})[A-Za-z0-9+/=]{8,4096}",
  ),
  secret(
    "url-password",
    "(:\\/\\/(?<=\\b[a-z][a-z0-9+.-]{1,20}:\\/\\/)[^\\s/:@?#\"'[\\]]{0,64}:)[^\\s/@\"'[\\]]{1,256}(?=@)",
  ),
];

function secret(kind: string, pattern: string): SecretPattern {
  return { kind, pattern: new RegExp(pattern, "g") };
}
