/** The kinds of data that are deleted automatically, with the default number of days. */
export const DEFAULT_RETENTION_DAYS = {
  'face-photo': 365,
  papers: 1095,
  family: 1095,
  travel: 365,
  'form-history': 730,
  'campus-forms': 1095,
  'unused-files': 1,
  arrivals: 1825,
  complaints: 1095,
  'personal-notices': 730,
  'message-log': 365,
  'messaging-accounts': 365,
  'sign-ins': 180,
  'evaluation-scores': 365,
} as const

/** A kind of data that is deleted automatically. */
export type RetentionKind = keyof typeof DEFAULT_RETENTION_DAYS
/** The number of days after which each kind is deleted; 0: never. */
export type RetentionDays = Readonly<Record<RetentionKind, number>>

/** All kinds. */
export const RETENTION_KINDS = Object.keys(DEFAULT_RETENTION_DAYS).filter(isKind)

/** Parses text such as `travel=180,family=0`; undefined if it is invalid. */
export function readRetention(text: string): RetentionDays | undefined {
  const said = new Map<RetentionKind, number>()
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, kind = '', days = ''] = /^\s*([a-z-]+)\s*=\s*(\d{1,5})\s*$/.exec(part) ?? []
    if (!isKind(kind)) return undefined
    said.set(kind, Number(days))
  }
  return { ...DEFAULT_RETENTION_DAYS, ...Object.fromEntries(said) }
}

function isKind(name: string): name is RetentionKind {
  return Object.hasOwn(DEFAULT_RETENTION_DAYS, name)
}
