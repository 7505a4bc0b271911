import type { FormView } from '#app/lib/forms/form-view.ts'
import { evaluationTexts } from '#i18n/evaluation'
import { findFormTitle } from '#i18n/form-titles'
import { greenChannelTexts } from '#i18n/green-channel'
import { majorTransferTexts } from '#i18n/major-transfer'
import { outboxTexts } from '#i18n/outbox'
import { personalDetailsTexts } from '#i18n/personal-details'
import { supportTexts } from '#i18n/support'
import { type Language, selectTexts, type LocalizedText } from '#i18n/translate'
import type { FormDraft } from '#offline/outbox/outbox-records'
import { formViewsByName, readStoredFields } from './form-views.ts'

/** Forms that are never queued (online-only), by the names of their drafts. */
const LIVE_FORMS: Readonly<Record<string, LocalizedText>> = {
  advice: supportTexts.complaint,
  details: personalDetailsTexts.title,
  household: greenChannelTexts.deferral,
  loan: greenChannelTexts.loan,
  transfer: majorTransferTexts.applyTitle,
}
const EVALUATION = /^evaluation-/

/** The title of a form that is unsent or a draft. */
export const formTitleOfDraft = (form: string): LocalizedText =>
  findFormTitle(form) ??
  LIVE_FORMS[form] ??
  (EVALUATION.test(form) ? evaluationTexts.title : outboxTexts.unknownForm)

/**
 * Formats a draft as lines of text: with labels if the outbox knows the form, otherwise one typed
 * text on each line.
 */
export function formatDraftLines(
  { form, values }: Pick<FormDraft, 'form' | 'values'>,
  language: Language,
  view: FormView | undefined = formViewsByName[form],
) {
  const { colon, draftPictures } = selectTexts(outboxTexts, language)
  const { values: typed } = readStoredFields({ payload: values })
  const stored = readStoredFields({ payload: typed })
  const fields = view?.toFields?.(stored) ?? stored
  const lines =
    view === undefined
      ? textsIn(values)
      : view.fields
          .filter(({ name }) => !isBlank(fields[name]))
          .map(({ name, label, show }) => [label[language], show(fields[name], language, fields)])
          .filter(([, text]) => text !== '')
          .map(([label, text = '']) => `${label}${colon}${text.replaceAll('\n', '\n  ')}`)
  return omitPictureValues(values).hadPictures ? [...lines, draftPictures] : lines
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

// Fields with the id of a chosen option or of the form's owner. The user has not typed them, so
// they are left out.
const NAMES = new Set(['category', 'review', 'type', 'student', 'step'])

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (typeof value !== 'object' || value === null || value instanceof Blob) return []
  return Object.entries(value).flatMap(([name, inner]) => (NAMES.has(name) ? [] : textsIn(inner)))
}

/**
 * Returns a draft's values without pictures, which cannot be text, and whether there were any
 * pictures.
 */
export function omitPictureValues(value: unknown): {
  readonly value: unknown
  readonly hadPictures: boolean
} {
  if (typeof value !== 'object' || value === null) return { value, hadPictures: false }
  const isPicture = (inner: unknown) =>
    inner instanceof Blob ||
    (typeof inner === 'object' &&
      inner !== null &&
      Object.values(inner).some((one) => one instanceof Blob))
  let hadPictures = false
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (isPicture(inner)) {
      hadPictures = true
      return []
    }
    const rest = omitPictureValues(inner)
    hadPictures ||= rest.hadPictures
    return [[name, rest.value]]
  })
  const left = Array.isArray(value)
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries)
  return { value: left, hadPictures }
}
