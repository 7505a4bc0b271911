/** The times of a pair of measurements, in ms: the shipped code and the bare way, by turns. */
export interface TimingPair {
  readonly ours: number
  readonly floor: number
}
