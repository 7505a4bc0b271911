import { defineDownload, defineUpload } from './call.ts'
import { CampusFormDefinition } from './campus-form-definition.ts'
import { campusFormId, jsonCodec } from './campus-form-submission.ts'
import { type CodecValue, listCodec, recordCodec, requiredKey, wholeNumberCodec } from './codec.ts'
import { textKeys } from './record-keys.ts'

const EDITORS = ['administrator', 'admissions'] as const

/** A part of a file that was not taken over as it stands. `says`: what was done instead. */
const Finding = recordCodec({
  ...textKeys('sheet', 'column', 'cell', 'says'),
  /** The row in a spreadsheet program. */
  line: wholeNumberCodec,
})

const ReadForm = recordCodec({
  definition: jsonCodec(CampusFormDefinition),
  findings: listCodec(Finding),
})
/** A form that was read from a file. */
export type ReadXlsformFile = CodecValue<typeof ReadForm>

/** Forms of the campus as XLSForm files, the common format of ODK and KoboToolbox. */
export const campusFormXlsform = {
  /** Reads a file; nothing is stored. */
  read: defineUpload({
    path: '/api/manage/xlsform/read',
    who: EDITORS,
    maxBytes: 4 * 2 ** 20,
    output: recordCodec({ form: requiredKey('data', ReadForm) }),
  }),
  /** A version of a form as a file; `version` 0: the draft. */
  write: defineDownload({
    path: '/api/manage/xlsform/write',
    who: EDITORS,
    input: recordCodec({ form: campusFormId, version: wholeNumberCodec }),
  }),
}
