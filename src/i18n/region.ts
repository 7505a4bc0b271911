// Between a municipality and its districts the code list has placeholder levels.
const EMPTY_LEVEL = /^(市辖区|县)$/

/**
 * Formats the joined names of a region with separators, without a municipality's placeholder level.
 */
export const formatRegion = (joined: string): string =>
  joined
    .split(',')
    .filter((name, at, names) => at === names.length - 1 || !EMPTY_LEVEL.test(name))
    .join(' ')
