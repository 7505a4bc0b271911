// The compiler knows ES2022 only, because Chrome 100 and iOS 15.4 lack newer array methods such as
// `toSorted`. `findLast` is the only newer one that the app uses and that both have.

export {}

declare global {
  interface Array<T> {
    findLast(predicate: (value: T, index: number) => boolean): T | undefined
  }

  interface ReadonlyArray<T> {
    findLast(predicate: (value: T, index: number) => boolean): T | undefined
  }
}
