import type { Scan } from '#contract/checkin'
import { CREDENTIAL_MS, looksLikePass, readPass } from '#contract/checkin-pass'
import { checkCredential, checkProof, SKEW_MS } from '#contract/checkin-pass-check'
import { checkinWords } from '#words/checkin'
import type { Text } from '#words/say'
import type { Db } from '../../platform/database/database.ts'
import type { StaffRow } from '../../platform/database/schema.ts'
import { allPublicKeys } from './keys.ts'
import { buildingsOf, type Candidate, findByNumber, findByPass } from './store.ts'

/** What a scan comes to. */
export type Judged =
  | { type: 'student'; student: Candidate; verified: boolean; at: Date }
  | { type: 'no'; says: Text }

interface Asked {
  readonly scan: Scan
  readonly staff: StaffRow
  readonly now: Date
  readonly passRequired: boolean
}

const no = (says: Text): Judged => ({ type: 'no', says })

/**
 * Whom a supervisor has scanned, judged by the moment of the scan; only students of their own
 * buildings.
 */
export async function judge(db: Db, { scan, staff, now, passRequired }: Asked): Promise<Judged> {
  const isPass = looksLikePass(scan.scanned)
  const said = scan.at === undefined ? now.getTime() : Date.parse(scan.at)
  if (now.getTime() - said > CREDENTIAL_MS) return no(checkinWords.scannedTooLongAgo)
  // The moment of a pass is evidence; that of a bare number is only a note.
  if (isPass && said > now.getTime() + SKEW_MS) return no(checkinWords.wrongClock)
  if (!isPass && passRequired) return no(checkinWords.passNeeded)
  const found = isPass
    ? await studentOfPass(db, scan.scanned, said)
    : await studentOfNumber(db, scan.scanned)
  if (found.type === 'no') return found
  const buildings = await buildingsOf(db, staff.code)
  if (buildings.length === 0) return no(checkinWords.noBuildings)
  if (!buildings.includes(found.student.building)) return no(checkinWords.otherBuilding)
  return { ...found, verified: isPass, at: new Date(Math.min(said, now.getTime())) }
}

type Found = { type: 'student'; student: Candidate } | { type: 'no'; says: Text }

async function studentOfPass(db: Db, text: string, at: number): Promise<Found> {
  const pass = readPass(text)
  if (pass === undefined) return { type: 'no', says: checkinWords.unreadable }
  const credential = await checkCredential(pass.credential, { keys: await allPublicKeys(db), at })
  if (credential === 'forged' || credential === 'unknown-key')
    return { type: 'no', says: checkinWords.forged }
  const proof = await checkProof(pass, { at })
  if (proof === 'forged') return { type: 'no', says: checkinWords.forged }
  if (credential === 'expired') return { type: 'no', says: checkinWords.expired }
  if (proof !== 'good')
    return { type: 'no', says: proof === 'old' ? checkinWords.screenshot : checkinWords.wrongClock }
  return foundOr(await findByPass(db, pass.credential.id))
}

async function studentOfNumber(db: Db, number: string): Promise<Found> {
  if (!/^[A-Za-z0-9]{1,32}$/.test(number)) return { type: 'no', says: checkinWords.unreadable }
  return foundOr(await findByNumber(db, number))
}

const foundOr = (student: Candidate | undefined): Found =>
  student === undefined
    ? { type: 'no', says: checkinWords.unknownStudent }
    : { type: 'student', student }
