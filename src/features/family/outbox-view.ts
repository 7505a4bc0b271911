import * as v from 'valibot'
import { type FormView, textOrEmpty } from '#app/lib/forms/form-view.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { family } from '#contract/family'
import { familyTexts } from '#i18n/family'
import { formatRegion } from '#i18n/region'
import { selectTexts, type Language } from '#i18n/translate'

const Members = v.array(
  v.object({
    name: v.string(),
    relation: v.string(),
    phone: v.string(),
    job: v.string(),
    workplace: v.string(),
  }),
)

/** How the outbox shows the household and family. */
export const familyOutboxView: FormView = {
  title: familyTexts.title,
  summary: (fields, language) => {
    const names = membersIn(fields['members']).map(({ name }) => name)
    return [familyTexts.members[language], names.join(language === 'en' ? ', ' : '、')].join(
      language === 'en' ? ': ' : '：',
    )
  },
  fields: [
    { name: 'phone', label: familyTexts.ownPhone, show: textOrEmpty },
    { name: 'nativePlace', label: familyTexts.nativePlace, show: placeOf },
    { name: 'originPlace', label: familyTexts.originPlace, show: placeOf },
    { name: 'householdType', label: familyTexts.householdType, show: householdTypeOf },
    {
      name: 'willing',
      label: familyTexts.willing,
      show: (value, language) =>
        typeof value === 'boolean'
          ? (value ? familyTexts.willingYes : familyTexts.willingNo)[language]
          : '',
    },
    { name: 'members', label: familyTexts.members, show: membersOf },
  ],
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
}

function membersOf(value: unknown, language: Language): string {
  const texts = selectTexts(familyTexts, language)
  const relations = new Map([
    ['1', texts.father],
    ['2', texts.mother],
    ['3', texts.other],
  ])
  return membersIn(value)
    .map(({ name, relation, phone, job, workplace }) =>
      [
        name,
        relations.get(relation) ?? relation,
        phone,
        texts.jobNames[job] ?? job,
        workplace,
      ].join(' '),
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
