// What a student is charged, what is set off against it and what is still owed.
export {
  type Charge,
  countsAt,
  DORM_ITEM,
  dueTogether,
  findBeside,
  findCharges,
  hasPaid,
  isCovered,
  lowestOf,
  owedIn,
  owedOf,
  payableOf,
  priceDorm,
  setOffFen,
  unpriceDorm,
} from './store.ts'
