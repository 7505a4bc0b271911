import { toDuplicateKey } from '#contract/names'
import { importTexts } from '#i18n/imports'
import { fillTemplateText } from '#i18n/translate'
import { getDefaultValues } from './cells.ts'
import type {
  RowIdentity,
  ImportKindDefinition,
  RowValues,
  StoredRow,
  RowIssue,
} from './import-kind.ts'

/** A row of a file after the checks that need no other row. */
interface CheckedRow {
  readonly line: number
  /** The values as they are in the file. */
  readonly read: RowValues
  /** The values as they would be stored. */
  readonly row: RowValues
  /** The stored row that this row would change. */
  readonly standing: StoredRow | undefined
  readonly isGood: boolean
}

/**
 * Finds conflicts of a file's rows with each other and with stored rows. A refused row does not
 * cause other rows to be refused.
 */
export class CrossRowChecker {
  readonly #kind: ImportKindDefinition
  readonly #blanks: RowValues
  // The keys of the accepted rows, each with its line.
  #lines: ReadonlyMap<string, number> = new Map()
  #records: ReadonlySet<string> = new Set()
  #names: ReadonlyMap<string, number> = new Map()

  constructor(kind: ImportKindDefinition) {
    this.#kind = kind
    this.#blanks = getDefaultValues(kind)
  }

  /** The ids of the stored rows that the rows accepted so far would change. */
  get taken(): ReadonlySet<string> {
    return this.#records
  }

  /** The conflicts of each row of a batch, in order. */
  findIssues(
    part: readonly CheckedRow[],
    offered: readonly StoredRow[],
  ): readonly (readonly RowIssue[])[] {
    const names = namesOf(this.#kind.identity, offered)
    // A row that changes its name frees its old name, unless the row is refused.
    let leaving = new Set(
      part.flatMap((one) =>
        one.isGood && one.standing && !this.#keepsName(one, this.#nameOf(one))
          ? [one.standing.id]
          : [],
      ),
    )
    for (;;) {
      const lines = new Map(this.#lines)
      const records = new Set(this.#records)
      const taken = new Map(this.#names)
      const issues = part.map((one) => {
        const own = this.#kind.keysOf(one.read)
        const stored = one.isGood ? (this.#kind.storedKeysOf?.(one.row) ?? []) : []
        const keys = [...own, ...stored]
        const repeated = own.filter((key) => lines.has(key))
        const found = (repeated.length > 0 ? repeated : stored).flatMap((key): RowIssue[] => {
          const before = lines.get(key)
          // A stored key contains internal codes, so the row's own key is named.
          const name = stored.includes(key) ? (own[0] ?? '') : key
          return before === undefined
            ? []
            : [{ field: '', says: fillTemplateText(importTexts.repeated, name, before) }]
        })
        if (!one.isGood || found.length > 0) return found
        if (one.standing !== undefined && records.has(one.standing.id))
          return [{ field: '', says: importTexts.sameRecord }]
        const name = this.#nameOf(one)
        if (name !== undefined && !this.#keepsName(one, name)) {
          const issue = this.#findNameIssue(
            one,
            taken.get(name),
            (names.get(name) ?? []).filter(({ id }) => id !== one.standing?.id && !leaving.has(id)),
          )
          if (issue !== undefined) return [issue]
        }
        for (const key of keys) lines.set(key, one.line)
        if (one.standing !== undefined) records.add(one.standing.id)
        if (name !== undefined) taken.set(name, one.line)
        return []
      })
      const left = new Set(
        part.flatMap(({ isGood, standing }, at) =>
          isGood && standing && leaving.has(standing.id) && issues[at]?.length === 0
            ? [standing.id]
            : [],
        ),
      )
      if (left.size < leaving.size) {
        leaving = left
        continue
      }
      this.#lines = lines
      this.#records = records
      this.#names = taken
      return issues
    }
  }

  #nameOf({ row, standing }: CheckedRow): string | undefined {
    const { identity } = this.#kind
    return identity && nameOf(identity, { ...this.#blanks, ...standing?.row, ...row })
  }

  // A row with an unchanged name can be imported again, even if two stored rows have the same name.
  #keepsName({ standing }: CheckedRow, name: string | undefined): boolean {
    const { identity } = this.#kind
    return (
      identity !== undefined &&
      standing?.withdrawn === false &&
      nameOf(identity, standing.row) === name
    )
  }

  #findNameIssue(
    { row }: CheckedRow,
    line: number | undefined,
    [other]: readonly StoredRow[],
  ): RowIssue | undefined {
    const field = this.#kind.identity?.field ?? ''
    if (other !== undefined) {
      const key = this.#kind.keysOf(other.row)[0] ?? other.id
      return {
        field,
        says: fillTemplateText(importTexts.nameStands, String(other.row[field]), key),
      }
    }
    return line === undefined
      ? undefined
      : { field, says: fillTemplateText(importTexts.nameOfLine, String(row[field]), line) }
  }
}

function namesOf(
  identity: RowIdentity | undefined,
  offered: readonly StoredRow[],
): ReadonlyMap<string, readonly StoredRow[]> {
  const names = new Map<string, StoredRow[]>()
  if (identity === undefined) return names
  for (const one of offered) {
    const name = nameOf(identity, one.row)
    names.set(name, [...(names.get(name) ?? []), one])
  }
  return names
}

const nameOf = ({ field, within }: RowIdentity, row: RowValues) =>
  toDuplicateKey([...within, field].map((one) => String(row[one] ?? '')))
