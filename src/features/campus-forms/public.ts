/** The public API of the campus-forms feature; other features import nothing else from this folder. */
export { LazyCampusFormFields } from './LazyCampusFormFields.ts'
export { createCampusFormView, loadCampusFormTitle } from './outbox-view.ts'
export { prepareCampusForms } from './prepare.ts'
