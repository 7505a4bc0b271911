/** The endings of the names of the documents that are accepted, for the `accept` of an input. */
export const ACCEPTED_ENDINGS = '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.jpg,.jpeg,.png'

const endings = ACCEPTED_ENDINGS.split(',')

/**
 * Whether a file with this name can be a document that is accepted; the university recognizes it by
 * its content. Some phones give names without an ending.
 */
export const hasAcceptedEnding = (name: string): boolean =>
  !name.includes('.') || endings.some((ending) => name.toLowerCase().endsWith(ending))
