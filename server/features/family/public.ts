// The forms of a student's details and household.
export { personalDetailsOnBehalfForm } from './details-form.ts'
export { familyOnBehalfForm } from './family-form.ts'
export {
  DETAILS_COLUMNS,
  findPersonalDetails,
  HOUSEHOLD_COLUMNS,
  saveHousehold,
  savePersonalDetails,
} from './store.ts'
