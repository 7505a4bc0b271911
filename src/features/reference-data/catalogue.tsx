import type { ReactElement } from 'react'
import type { OnlineWrite, ReadCall } from '#contract/call'
import type { Codec } from '#contract/codec'
import type { ReferenceRowPage } from '#contract/reference-data'
import type { StaffRole } from '#contract/roles'
import type { referenceDataTexts } from '#i18n/reference-data'
import type { LocalizedText } from '#i18n/translate'
import { CatalogueScreen } from './CatalogueScreen.tsx'

/** The key of a text of the editing screens. */
export type EditingTextKey = {
  [Name in keyof typeof referenceDataTexts]: (typeof referenceDataTexts)[Name]['zh'] extends string
    ? Name
    : never
}[keyof typeof referenceDataTexts]

/** The kind of a field, which determines its input. */
export type ReferenceFieldKind =
  | { readonly type: 'line' | 'lines' | 'digits' | 'day' | 'minute' | 'yes' }
  | { readonly type: 'page'; readonly lang: 'zh-CN' | 'en' }
  /** A choice: a few options next to each other, or many options in a sheet. */
  | {
      readonly type: 'choice' | 'select'
      readonly options: readonly (readonly [value: string, name: LocalizedText])[]
      /** The name of a value that is none of the options, and is kept. */
      readonly unlisted?: LocalizedText
    }
  /** A reference to a row of another catalogue, which the field `of` identifies. */
  | {
      readonly type: 'reference'
      readonly list: ReferenceListCall
      readonly of: string
      /** Set if the value is the id of the row; by default it is the field `of` itself. */
      readonly byId?: true
      /** Options besides the rows. */
      readonly also?: readonly (readonly [value: string, name: LocalizedText])[]
    }
  /** Several of the options, separated by commas. */
  | {
      readonly type: 'checks'
      readonly options: readonly (readonly [value: string, name: LocalizedText])[]
    }
  /** A value that other rows of the same catalogue use, or a new value that is added explicitly. */
  | { readonly type: 'shared'; readonly list: ReferenceListCall; readonly always: string }
  /** A picture: one of the app's pictures, an uploaded picture, or none. */
  | {
      readonly type: 'picture'
      readonly options: readonly (readonly [value: string, name: LocalizedText])[]
    }

/** The call that lists a catalogue. */
export type ReferenceListCall = ReadCall<
  { find: string; after: string; id: string },
  ReferenceRowPage
>

/** A field of a form: its name in the row, its label, and its kind. */
export type ReferenceFieldOf<Name extends string> = ReferenceFieldKind & {
  readonly name: Name
  readonly label: EditingTextKey
  readonly hint?: EditingTextKey
  /** Set if the list has a column for the field. */
  readonly listed?: true
  /** The initial value in a new row. */
  readonly initial?: string
}

/** A catalogue that the office edits: its rows and the form for them. */
export interface ReferenceCatalogue<V extends Readonly<Record<string, string>>> {
  readonly resource: EditingTextKey
  readonly roles: readonly StaffRole[]
  readonly values: Codec<V>
  readonly list: ReferenceListCall
  readonly save: OnlineWrite<{ id: string; version: string; values: V }, { id: string }>
  readonly withdraw?: OnlineWrite<
    { id: string; version: string; reason: string },
    Record<never, never>
  >
  /** Set if rows cannot be added. */
  readonly fixed?: true
  readonly fields: readonly ReferenceFieldOf<string & keyof V>[]
  /** Returns the title of a row, if the title is not the row's first field. */
  readonly called?: (id: string) => EditingTextKey | undefined
}

/** The entry of a catalogue in the menu. */
export interface CatalogueMenuItem {
  readonly resource: EditingTextKey
  readonly roles: readonly StaffRole[]
  readonly render: (rest: string) => ReactElement
}

/** Combines a catalogue with its screen. */
export const createMenuItem = <V extends Readonly<Record<string, string>>>(
  catalogue: ReferenceCatalogue<V>,
): CatalogueMenuItem => ({
  resource: catalogue.resource,
  roles: catalogue.roles,
  render: (rest) => <CatalogueScreen catalogue={catalogue} rest={rest} />,
})
