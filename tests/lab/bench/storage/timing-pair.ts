/**
 * The times in ms of a pair of measurements made alternately: the product's code and the plain
 * operations.
 */
export interface TimingPair {
  readonly ours: number
  readonly floor: number
}
