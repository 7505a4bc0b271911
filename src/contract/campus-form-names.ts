// The names of campus forms, apart from the forms: every phone of a student loads this file.

const PREFIX = 'campus:'
const PAGE = 'campusForm/'

/** The name of a campus form in the outbox, by its id. */
export const queuedCampusFormName = (form: string): string => `${PREFIX}${form}`

/** The id of the campus form with this name in the outbox; undefined for another form. */
export const campusFormIdOf = (name: string): string | undefined =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined

/** The page of a step that is a campus form, as `onboarding.steps` names it. */
export const campusFormStepPage = (form: string): string => `${PAGE}${form}`

/** The id of the campus form that a step's page is; undefined for another page. */
export const campusFormOfStepPage = (page: string): string | undefined =>
  page.startsWith(PAGE) ? page.slice(PAGE.length) : undefined

/**
 * The page that lists a student's forms. The entry of the home page with this address
 * (`home.apps`) is sent only to a student for whom there are forms. So a phone knows without a
 * request of its own whether there is anything to prepare.
 */
export const CAMPUS_FORMS_PAGE = '/campusForms'
