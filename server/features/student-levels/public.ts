// The levels of students (undergraduate, postgraduate and what the campus adds) and their rules.
export {
  createLevelCodes,
  findLevelRules,
  findLevelWithName,
  listLevelNames,
  needsBed,
  readCachedLevelRules,
  selectHasStep,
  splitLevelAliases,
  toWireLevel,
  type LevelRules,
} from './store.ts'
