// What a student is charged, what is set off against it and what is still owed.
export {
  type Charge,
  DORM_ITEM,
  dueTogether,
  findCharges,
  findScholarship,
  hasPaid,
  isCovered,
  lowestOf,
  owedOf,
  payableOf,
  priceDorm,
  unpriceDorm,
} from './store.ts'
