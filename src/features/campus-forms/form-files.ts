/** A file of an answer, as a form shows it. */
export interface FormFile {
  readonly id: string
  /** The name that the student's file had; '' for a picture from the camera. */
  readonly name: string
  readonly type: string
  readonly bytes: number
}

/** The id of an added file, or why it was not added; `says` is the sentence of a refusal. */
export type AddFileResult =
  | { readonly id: string }
  | { readonly problem: 'no-space' | 'too-many' | 'too-large' | 'empty' | 'unreadable' }
  | { readonly problem: 'refused'; readonly says: string }

/** The files of a form while it is filled in. */
export interface FormFiles {
  /** Stores a file of at most `largest` bytes. */
  readonly add: (
    file: Blob,
    of: { readonly name: string; readonly largest: number },
  ) => Promise<AddFileResult>
  /** Deletes files that the answers do not contain any more. */
  readonly remove: (ids: readonly string[]) => void
  /** The file with this id; undefined if this phone does not know it. */
  readonly find: (id: string) => FormFile | undefined
  /** The bytes of a file, from this phone or from the university. */
  readonly read: (id: string) => Promise<Blob | undefined>
  /** The identifiers of all files that this phone knows. */
  readonly ids: () => ReadonlySet<string>
}
