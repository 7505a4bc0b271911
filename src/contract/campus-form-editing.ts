import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { CampusFormDefinition } from './campus-form-definition.ts'
import { CampusFormSettings } from './campus-form-settings.ts'
import { jsonCodec } from './campus-form-submission.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'

const EDITORS = ['administrator', 'admissions'] as const

/** The stages of a form: never published, published, and retired. */
export const CAMPUS_FORM_STAGES = ['draft', 'published', 'retired'] as const
/** The stage of a form. */
export type CampusFormStage = (typeof CAMPUS_FORM_STAGES)[number]

// A definition with 2,000 choices in two languages and 200 questions has half as many.
const MOST_DEFINITION_NODES = 60_000

const form = textCodec(v.regex(/^[a-z0-9-]{1,40}$/, validationMessage(commonTexts.badField)))
const stage = oneOfCodec(CAMPUS_FORM_STAGES)
const content = {
  definition: jsonCodec(CampusFormDefinition),
  settings: jsonCodec(CampusFormSettings),
}
const reason = requiredTextField(officeTexts.reasonNeeded, 200)

const Listed = recordCodec({
  ...textKeys('form', 'titleZh', 'titleEn'),
  stage,
  /** The newest version; 0 if there is none. */
  version: wholeNumberCodec,
  /** The number of students who have answered. */
  answers: wholeNumberCodec,
  /** When the draft was saved, ISO instant. */
  savedAt: textCodec(),
  /** Whether the draft was saved after the newest version. */
  isChanged: requiredKey('changed', booleanCodec),
})
/** A form in the office's list. */
export type ListedCampusForm = CodecValue<typeof Listed>

const Version = recordCodec({
  version: wholeNumberCodec,
  /** When it was published, ISO instant, and by whom. */
  ...textKeys('publishedAt', 'by'),
})

const Editable = recordCodec({
  form,
  stage,
  answers: wholeNumberCodec,
  ...content,
  /** When the draft was saved, ISO instant, and by whom. */
  ...textKeys('savedAt', 'by'),
  /** When the form was retired (ISO instant), by whom and why; '' if it is not retired. */
  ...textKeys('retiredAt', 'retiredBy', 'retiredFor'),
  /** The published versions, the newest first. */
  versions: listCodec(Version),
  /** The names of all items and choices that were ever published: no other one gets them. */
  usedNames: listCodec(textCodec()),
})
/** A form as the office edits it. */
export type EditableCampusForm = CodecValue<typeof Editable>

/** A regular expression of a form that can take too long for a long answer. */
const SlowPattern = recordCodec(textKeys('item', 'pattern'))
/** A regular expression of a form that can take too long for a long answer. */
export type SlowPattern = CodecValue<typeof SlowPattern>

/**
 * Making forms in the office. The revision of the draft that the editor has read is sent as
 * `If-Match`, so that nobody overwrites what somebody else has saved.
 */
export const campusFormEditing = {
  /** The forms, the last saved first. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/forms/list',
    who: EDITORS,
    input: recordCodec({
      /** One of the stages, or '' for all. */
      stage: textCodec(),
      find: textCodec(v.maxLength(100)),
      after: textCodec(v.maxLength(100)),
    }),
    output: pageOf('forms', Listed),
  }),
  find: defineRead({
    path: '/api/manage/forms/find',
    who: EDITORS,
    input: recordCodec({ form }),
    output: recordCodec({ form: requiredKey('data', Editable) }),
  }),
  /** The levels and colleges that the audience of a form can name, and the steps of the flow. */
  choices: defineRead({
    path: '/api/manage/forms/choices',
    who: EDITORS,
    input: recordCodec({}),
    output: recordCodec({
      levels: listCodec(recordCodec(textKeys('code', 'name'))),
      colleges: listCodec(textCodec()),
      steps: listCodec(recordCodec(textKeys('page', 'title'))),
    }),
  }),
  /** The numbers of the students in the form's list, for a form that is for such a list. */
  listedStudents: defineRead({
    path: '/api/manage/forms/students',
    who: EDITORS,
    input: recordCodec({ form }),
    output: recordCodec({ numbers: requiredKey('data', listCodec(textCodec())) }),
  }),
  /** Replaces the form's list of students; it applies at once. */
  saveListedStudents: defineWrite({
    path: '/api/manage/forms/saveStudents',
    who: EDITORS,
    input: recordCodec({
      form,
      /** Student, exam or admission numbers, with any separators. */
      numbers: textCodec(v.maxLength(200_000)),
    }),
    output: recordCodec({
      listed: wholeNumberCodec,
      /** The numbers that belong to no student; the list then stays as it was. */
      unknown: listCodec(textCodec()),
    }),
  }),
  /** A published version. */
  version: defineRead({
    path: '/api/manage/forms/version',
    who: EDITORS,
    input: recordCodec({ form, version: wholeNumberCodec }),
    output: recordCodec({ published: requiredKey('data', recordCodec(content)) }),
  }),
  /** The regular expressions of a form that can take too long. They cannot be published. */
  checkPatterns: defineRead({
    path: '/api/manage/forms/checkPatterns',
    who: EDITORS,
    maxImages: 1,
    maxNodes: MOST_DEFINITION_NODES,
    answersKey: 'definition',
    input: recordCodec({ definition: content.definition }),
    output: recordCodec({ slow: requiredKey('data', listCodec(SlowPattern)) }),
  }),
  /** Saves the draft of a form. */
  save: defineWrite({
    path: '/api/manage/forms/save',
    who: EDITORS,
    maxImages: 1,
    maxNodes: MOST_DEFINITION_NODES,
    answersKey: 'definition',
    input: recordCodec({
      /** The form; '' for a new form. */
      form: textCodec(v.maxLength(40)),
      ...content,
    }),
    output: recordCodec({ form: requiredKey('data', form) }),
  }),
  /** Creates a form with the draft of another one. */
  copy: defineWrite({
    path: '/api/manage/forms/copy',
    who: EDITORS,
    input: recordCodec({ form }),
    output: recordCodec({ form: requiredKey('data', form) }),
  }),
  /** Publishes the draft as the next version. */
  publish: defineWrite({
    path: '/api/manage/forms/publish',
    who: EDITORS,
    // A check of regular expressions can take seconds.
    ownsTransactions: true,
    input: recordCodec({
      form,
      /** Whether the form, which is retired, is to be offered again. */
      isReopened: requiredKey('reopen', booleanCodec),
    }),
    output: recordCodec({ version: requiredKey('data', wholeNumberCodec) }),
  }),
  /** Retires a form: it takes no answers any more, and those that were given stay. */
  retire: defineWrite({
    path: '/api/manage/forms/retire',
    who: EDITORS,
    input: recordCodec({ form, reason }),
  }),
  reopen: defineWrite({
    path: '/api/manage/forms/reopen',
    who: EDITORS,
    input: recordCodec({ form, reason }),
  }),
}
