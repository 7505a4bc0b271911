import * as v from 'valibot'
import { call } from '#app/lib/call.ts'
import { type FormView, textIn } from '#app/lib/forms/view.ts'
import { family } from '#contract/family'
import { familyWords } from '#words/family'
import { sayRegion } from '#words/region'
import { speak, type Language } from '#words/say'

const Members = v.array(
  v.object({
    name: v.string(),
    relation: v.string(),
    phone: v.string(),
    job: v.string(),
    workplace: v.string(),
  }),
)

/** How the outbox speaks of the household and family. */
export const familyView: FormView = {
  title: familyWords.title,
  summary: (fields, language) => {
    const names = membersIn(fields['members']).map(({ name }) => name)
    return [familyWords.members[language], names.join(language === 'en' ? ', ' : '、')].join(
      language === 'en' ? ': ' : '：',
    )
  },
  fields: [
    { name: 'phone', label: familyWords.ownPhone, show: textIn },
    { name: 'nativePlace', label: familyWords.nativePlace, show: placeOf },
    { name: 'originPlace', label: familyWords.originPlace, show: placeOf },
    { name: 'householdType', label: familyWords.householdType, show: householdTypeOf },
    {
      name: 'willing',
      label: familyWords.willing,
      show: (value, language) =>
        typeof value === 'boolean'
          ? (value ? familyWords.willingYes : familyWords.willingNo)[language]
          : '',
    },
    { name: 'members', label: familyWords.members, show: membersOf },
  ],
  editAt: (fields, stunum) => `/personalinformation/${textIn(fields['step'])}/${stunum}`,
  theirs: async (subject) => {
    const found = await call(family.find, { student: subject })
    if (found.type !== 'ok') return found
    const { household } = found.data
    // What is chosen of it is written down on the phone, ID numbers never (D-105).
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
  const words = speak(familyWords, language)
  const relations = new Map([
    ['1', words.father],
    ['2', words.mother],
    ['3', words.other],
  ])
  return membersIn(value)
    .map(({ name, relation, phone, job, workplace }) =>
      [
        name,
        relations.get(relation) ?? relation,
        phone,
        words.jobNames[job] ?? job,
        workplace,
      ].join(' '),
    )
    .join('\n')
}

function householdTypeOf(value: unknown, language: Language): string {
  const words = speak(familyWords, language)
  return { '1': words.urban, '2': words.rural, '3': words.other }[textIn(value)] ?? textIn(value)
}

const membersIn = (value: unknown) => {
  const read = v.safeParse(Members, value)
  return read.success ? read.output : []
}

function placeOf(value: unknown): string {
  return sayRegion(textIn(value))
}
