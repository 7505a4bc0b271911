/**
 * The public API of the green-channel-review feature; other features import nothing else from this
 * folder.
 */
export { parseReviewSearch } from './search.ts'
