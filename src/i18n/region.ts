// Between a municipality and its districts the code list has levels whose names say nothing.
const EMPTY_LEVEL = /^(市辖区|县)$/

/** A place as people write it: its joined names, apart, without the empty level of a municipality. */
export const sayRegion = (joined: string): string =>
  joined
    .split(',')
    .filter((name, at, names) => at === names.length - 1 || !EMPTY_LEVEL.test(name))
    .join(' ')
