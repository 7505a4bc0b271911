import { type OwnRecord, profile } from '#contract/profile'
import { keptQuery, useKept } from './kept.ts'
import { currentSession, idCardOfThisVisit, rememberIdCard } from './session.ts'

/** The student's own record. Kept on the phone without the ID number, which lives for this visit only (D-105). */
export function ownQuery() {
  const student = currentSession()?.subject ?? ''
  return keptQuery({
    name: 'own',
    entry: profile.own,
    input: { student },
    maxAge: 30,
    taken: ({ records }) => {
      const idCard = records[0]?.idCard ?? ''
      // An answer may come after the phone was unbound, and must leave nothing behind then.
      if (idCard !== '' && currentSession()?.subject === student) rememberIdCard(idCard)
      return { records: records.map((record) => ({ ...record, idCard: '' })) }
    },
  })
}

/** The own record on a screen; its ID number is '' until this visit has asked the university. */
export function useOwn() {
  const kept = useKept(ownQuery())
  const record: OwnRecord | undefined = kept.data?.records[0] && { ...kept.data.records[0], idCard: idCardOfThisVisit() }
  return { kept, record }
}
