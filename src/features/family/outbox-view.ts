import * as v from 'valibot'
import { defineFormView, textOrEmpty } from '#app/lib/forms/form-view.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { family } from '#contract/family'
import type { FamilyHousehold, FamilyMember } from '#contract/family-household'
import { familyTexts } from '#i18n/family'
import { formatRegion } from '#i18n/region'
import { selectTexts, type Language } from '#i18n/translate'

/** All that is shown of a member. */
type ShownMemberField = Exclude<keyof FamilyMember, 'idNumber' | 'memberId'>

const Members = v.array(
  v.object({
    name: v.string(),
    relation: v.string(),
    phone: v.string(),
    job: v.string(),
    workplace: v.string(),
  } satisfies Record<ShownMemberField, unknown>),
)

/** How the outbox shows the household and family. */
export const familyOutboxView = defineFormView<FamilyHousehold>({
  summary: (fields, language) => {
    const names = membersIn(fields['members']).map(({ name }) => name)
    return [familyTexts.members[language], names.join(language === 'en' ? ', ' : '、')].join(
      language === 'en' ? ': ' : '：',
    )
  },
  rows: {
    phone: { label: familyTexts.ownPhone, show: textOrEmpty },
    nativePlace: { label: familyTexts.nativePlace, show: placeOf },
    originPlace: { label: familyTexts.originPlace, show: placeOf },
    householdType: { label: familyTexts.householdType, show: householdTypeOf },
    willing: {
      label: familyTexts.willing,
      show: (value, language) =>
        typeof value === 'boolean'
          ? (value ? familyTexts.willingYes : familyTexts.willingNo)[language]
          : '',
    },
    members: { label: familyTexts.members, show: membersOf },
  },
  editAt: (fields, stunum) => `/personalinformation/${textOrEmpty(fields['step'])}/${stunum}`,
  fetchServerVersion: async (subject) => {
    const found = await callApi(family.find, { student: subject })
    if (found.type !== 'ok') return found
    const { household } = found.data
    // The chosen values are stored on the phone, so ID numbers are removed from them (D-105).
    return {
      ...found,
      data: household && {
        ...household,
        members: household.members.map((one) => ({ ...one, idNumber: '' })),
      },
    }
  },
})

function membersOf(value: unknown, language: Language): string {
  const texts = selectTexts(familyTexts, language)
  const relations = new Map([
    ['1', texts.father],
    ['2', texts.mother],
    ['3', texts.other],
  ])
  return membersIn(value)
    .map(({ name, relation, phone, job, workplace }) =>
      Object.values({
        name,
        relation: relations.get(relation) ?? relation,
        phone,
        job: texts.jobNames[job] ?? job,
        workplace,
      } satisfies Record<ShownMemberField, string>).join(' '),
    )
    .join('\n')
}

function householdTypeOf(value: unknown, language: Language): string {
  const texts = selectTexts(familyTexts, language)
  return (
    { '1': texts.urban, '2': texts.rural, '3': texts.other }[textOrEmpty(value)] ??
    textOrEmpty(value)
  )
}

const membersIn = (value: unknown) => {
  const read = v.safeParse(Members, value)
  return read.success ? read.output : []
}

function placeOf(value: unknown): string {
  return formatRegion(textOrEmpty(value))
}
