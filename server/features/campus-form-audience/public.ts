// For whom a form of the campus is, by conditions that messages share.
export {
  meetsConditions,
  selectHasFormStep,
  selectIsFormFor,
  selectIsFormStep,
  selectIsInAudience,
} from './audience.ts'
