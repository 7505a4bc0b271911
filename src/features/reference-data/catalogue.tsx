import type { ReactElement } from 'react'
import type { OnlineWrite, ReadCall } from '#contract/call'
import type { Codec } from '#contract/codec'
import type { RowPage } from '#contract/reference-data'
import type { StaffRole } from '#contract/roles'
import type { referenceDataTexts } from '#i18n/reference-data'
import type { Text } from '#i18n/translate'
import { CatalogueScreen } from './CatalogueScreen.tsx'

/** A word of the editing. */
export type EditingTextKey = {
  [Name in keyof typeof referenceDataTexts]: (typeof referenceDataTexts)[Name]['zh'] extends string
    ? Name
    : never
}[keyof typeof referenceDataTexts]

/** How a field is typed. */
export type FieldKind =
  | { readonly type: 'line' | 'lines' | 'digits' | 'day' | 'minute' | 'yes' }
  | { readonly type: 'page'; readonly lang: 'zh-CN' | 'en' }
  /** Few answers beside each other, or many in a sheet. */
  | {
      readonly type: 'choice' | 'select'
      readonly options: readonly (readonly [value: string, name: Text])[]
    }
  /** One of another list, by the field that it is known by there. */
  | { readonly type: 'reference'; readonly list: ListCall; readonly of: string }
  /** One of those that other rows of the own list have, or a new one that is named on purpose. */
  | { readonly type: 'shared'; readonly list: ListCall; readonly always: string }
  /** One of the app's pictures, one that was uploaded, or none. */
  | {
      readonly type: 'picture'
      readonly options: readonly (readonly [value: string, name: Text])[]
    }

/** The call that lists a catalogue. */
export type ListCall = ReadCall<{ find: string; after: string; id: string }, RowPage>

/** A field of a form: its name in the row, what it is called, and how it is typed. */
export type FieldOf<Name extends string> = FieldKind & {
  readonly name: Name
  readonly label: EditingTextKey
  readonly hint?: EditingTextKey
  /** It has a column in the list. */
  readonly listed?: true
  /** What a new row has. */
  readonly initial?: string
}

/** Rows of text that the office edits, and the form that they are edited in. */
export interface Catalogue<V extends Readonly<Record<string, string>>> {
  readonly resource: EditingTextKey
  readonly roles: readonly StaffRole[]
  readonly values: Codec<V>
  readonly list: ListCall
  readonly save: OnlineWrite<{ id: string; version: string; values: V }, { id: string }>
  readonly withdraw?: OnlineWrite<
    { id: string; version: string; reason: string },
    Record<never, never>
  >
  /** Its rows are given: none is added. */
  readonly fixed?: true
  readonly fields: readonly FieldOf<string & keyof V>[]
  /** What a row is called, where that is not its first field. */
  readonly called?: (id: string) => EditingTextKey | undefined
}

/** A catalogue as the menu knows it. */
export interface CatalogueMenuItem {
  readonly resource: EditingTextKey
  readonly roles: readonly StaffRole[]
  readonly render: (rest: string) => ReactElement
}

/** A catalogue with its screen. */
export const createMenuItem = <V extends Readonly<Record<string, string>>>(
  catalogue: Catalogue<V>,
): CatalogueMenuItem => ({
  resource: catalogue.resource,
  roles: catalogue.roles,
  render: (rest) => <CatalogueScreen catalogue={catalogue} rest={rest} />,
})
