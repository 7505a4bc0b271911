/** The public API of the campus-forms feature; other features import nothing else from this folder. */

/** Loads the component that renders a form of the campus. */
export const loadCampusFormFields = async () =>
  (await import('./LazyCampusFormFields.ts')).loadCampusFormFields()

/** Loads how the outbox shows a form of the campus. */
export const loadOutboxView = () => import('./outbox-view.ts')

/** Loads the preparation of a phone for forms of the campus. */
export const loadPreparation = () => import('./prepare.ts')
