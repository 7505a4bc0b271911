import { described, type JsonSchema } from './json-schema.ts'

/** What a wire name means wherever it stands, where neither the name nor its title tells. */
export const notes: Readonly<Record<string, string>> = {
  applyHouseholderBaese64: 'Raw base64 of a JPEG or PNG, at most 5 MB, without `data:` before it.',
  applyOneselfBaese64: 'Raw base64 of a JPEG or PNG, at most 5 MB, without `data:` before it.',
  applyProveBaese64: 'Raw base64 of a JPEG or PNG, at most 5 MB, without `data:` before it.',
  channelPayWay: 'How it is paid: in the messaging app.',
  collection: 'JSON text of the items that are paid; for the receipt only.',
  examNumber: 'The number of the entrance examination: a new student has no other yet.',
  extra: "JSON text with the payer's openId; the server takes its own.",
  findYear: 'The fee year that `feeList` and `stuDorm` are of.',
  migrateStatus: 'Does the student move the household registration to the campus?',
  needFee: 'What is due.',
  isFee: 'What is paid.',
  next: "Ask for the next page with this in `after`; '' at the end.",
  openId: "Who somebody is in the messaging app; '' for a sign-in without it.",
  orderType: "Where it begins: '1' the step of new students, '3' the list of single fees.",
  owefee: 'What can be paid now.',
  post: 'In words, for people to read; what its holder may do stands in `roles`.',
  processId: 'The number of the step.',
  stuCode: 'The internal code of a student; of nobody but the caller, for a student.',
  stuNumber: 'The campus number, or the number of the entrance examination.',
  token: 'Goes into the header Authorization of every further call.',
  userCode: 'The work number.',
}

/** A schema with the note of its wire name, if there is one. */
export const noted = (wire: string, schema: JsonSchema): JsonSchema => {
  const note = Object.hasOwn(notes, wire) ? notes[wire] : undefined
  return note === undefined || '$ref' in schema ? schema : described(schema, note)
}
