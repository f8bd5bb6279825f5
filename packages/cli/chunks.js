/** What lists sessions that the index knows. Nearly every command begins so, and each file costs a millisecond: it is one. */
const LISTING = [
  "errors",
  "format/(?:json|once)",
  "log/(?:entries-of-folder|file-source|io-error|make-folder|regular-file)",
  "dialects/(?:agents|folder-names|log-name|native|registry|translated)",
  "dialects/(?<agent>[^/]+)/(?:\\k<agent>|agent|chat-files|folder|rollout-files|session-files|sessions)",
  "session-index/(?:cache-database|connect|create-private|exact-json|file-key|index-unavailable|kept-heads)",
  "session-index/(?:open-|pack-text|session-|snapshot|sqlite|stamp).*",
  "store/(?:disk-storage|disk-trash|indexed-catalog|layout|list-logs|list-sessions|native-log|open-store)",
  "store/(?:plain-catalog|project|search-cache|session-store|source|spill-option)",
].map((files) => new RegExp(`/core/src/${files}\\.ts$`));

const OTHERS = [
  [/\0rolldown\/runtime/, "listing"],
  [/\/migrations\/index\/(?:search|newest-search)/, "search"],
  [/\/migrations\//, "listing"],
  [/\/core\/src\/store\/search-sessions/, "search"],
  [/\/zod\/|\/format\/in-english/, "schemas"],
  [/\/uuidv7\//, "format"],
];

/** The file of the bundle that a module of core comes in: all else is parted by agent and by layer. */
export function chunkOf(id) {
  if (LISTING.some((files) => files.test(id))) return "listing";
  const other = OTHERS.find(([module]) => module.test(id))?.[1];
  return other ?? /\/core\/src\/(?:dialects\/)?([^/]+)\//.exec(id)?.[1];
}
