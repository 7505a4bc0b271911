/** The public API of the campus-forms feature; other features import nothing else from this folder. */
export { CampusFormFields } from './CampusFormFields.tsx'
export { createCampusFormView, loadCampusFormTitle } from './outbox-view.ts'
export { prepareCampusForms } from './prepare.ts'
