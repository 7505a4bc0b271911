import { FileUp } from 'lucide'
import { useId, useState } from 'react'
import { AddPictureTile } from '#app/features/picture-picking/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { BlobImage } from '#app/ui/BlobImage.tsx'
import { FileTile } from '#app/ui/FileTile.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useReportInvalidField } from '#app/ui/invalid-fields.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { AnswerableQuestion } from '#contract/campus-form-definition'
import { ACCEPTED_ENDINGS, hasAcceptedEnding } from '#contract/file-endings'
import { campusFormTexts } from '#i18n/campus-forms'
import { fileTypeTexts } from '#i18n/file-types'
import type { selectTexts } from '#i18n/translate'
import type { AddFileResult } from '../form-files.ts'
import { useFormScope } from '../form-state.ts'
import type { InputProps } from './input-props.ts'
import { useFileBlob } from './useFileBlob.ts'
import styles from '../campus-forms.module.css'

type FileQuestion = Extract<AnswerableQuestion, { type: 'file' | 'picture' }>

/** Files or pictures of an answer, exactly as they will be sent. */
export function FilesInput({
  question,
  name,
  label,
  hint,
  error,
  value,
  onChange,
  ref,
}: InputProps & { question: FileQuestion }) {
  const { files, form, hold } = useFormScope()
  const texts = useTexts(campusFormTexts)
  const fileTypes = useTexts(fileTypeTexts)
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const complain = (says: string | undefined) => {
    setProblem(says)
    if (says !== undefined) hold.fail(id)
  }
  const shownError = problem ?? error
  useReportInvalidField(id, label, shownError)
  const chosen = listOf(value)
  const largest = formatSize(question.largest)
  const add = async (blob: Blob, fileName: string) => {
    if (question.type === 'file' && !hasAcceptedEnding(fileName)) return complain(fileTypes.refused)
    const goOn = hold.begin()
    try {
      const added = await files.add(blob, { name: fileName, largest: question.largest })
      if ('problem' in added) return complain(describeFileProblem(added, texts, largest))
      setProblem(undefined)
      // Another file can have been added since this one was picked.
      return onChange([...listOf(form.getValues(name)), added.id])
    } finally {
      goOn()
    }
  }
  const titleOf = (at: number) => {
    const known = files.find(chosen[at] ?? '')?.name ?? ''
    return known === '' ? texts.file(at + 1) : known
  }
  return (
    <div
      id={id}
      role="group"
      aria-label={label}
      aria-describedby={`${id}-hint${shownError === undefined ? '' : ` ${id}-error`}`}
      className={styles['files']}
    >
      <p className={styles['label']}>{label}</p>
      <p id={`${id}-hint`} className={styles['hint']}>
        {[hint, texts.fileCount(question.count, largest)].filter(Boolean).join(' ')}
      </p>
      <div className={styles['pictures']}>
        {chosen.map((file, at) => (
          <figure key={file} className={styles['thumb']}>
            <Thumbnail id={file} name={titleOf(at)} />
            <TextButton
              label={texts.removeOne(titleOf(at))}
              onClick={() => {
                onChange(chosen.filter((other) => other !== file))
                files.remove([file])
              }}
            >
              {texts.remove}
            </TextButton>
          </figure>
        ))}
        {chosen.length < question.count &&
          (question.type === 'picture' ? (
            <AddPictureTile
              label={label}
              ref={ref}
              hold={hold.begin}
              onReady={({ blob }) => void add(blob, '')}
              onProblem={complain}
            />
          ) : (
            <FileTile
              text={texts.addFile}
              label={`${texts.addFile} ${label}`}
              icon={<Icon of={FileUp} />}
              accept={ACCEPTED_ENDINGS}
              ref={ref}
              onFile={(file) => void add(file, file.name)}
            />
          ))}
      </div>
      {shownError !== undefined && (
        <p
          id={`${id}-error`}
          role={problem === undefined ? undefined : 'alert'}
          className={styles['error']}
        >
          {shownError}
        </p>
      )}
    </div>
  )
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [])

/** A size in the largest unit of which there is at least one. */
const formatSize = (bytes: number): string =>
  bytes < 2 ** 20
    ? `${Math.max(1, Math.round(bytes / 2 ** 10))} KB`
    : `${Math.round((bytes / 2 ** 20) * 10) / 10} MB`

/** The sentence about a file that was not added. `largest`: the limit with its unit. */
function describeFileProblem(
  added: Extract<AddFileResult, { readonly problem: string }>,
  texts: Pick<
    ReturnType<typeof selectTexts<typeof campusFormTexts>>,
    'fileTooLarge' | 'fileTooMany' | 'fileUnreadable' | 'fileFailed'
  >,
  largest: string,
): string {
  switch (added.problem) {
    case 'refused':
      return added.says
    case 'too-large':
      return texts.fileTooLarge(largest)
    case 'too-many':
      return texts.fileTooMany
    case 'no-space':
      return texts.fileFailed
    case 'empty':
    case 'unreadable':
      return texts.fileUnreadable
  }
}

function Thumbnail({ id, name }: { id: string; name: string }) {
  const { files } = useFormScope()
  const texts = useTexts(campusFormTexts)
  const blob = useFileBlob(id)
  const file = files.find(id)
  const size = blob?.size ?? file?.bytes
  return (
    <>
      {blob?.type.startsWith('image/') === true ? (
        <BlobImage blob={blob} alt={name} />
      ) : (
        <span className={styles['fileName']}>{name}</span>
      )}
      {size !== undefined && (
        <span className={styles['hint']}>{texts.fileSize(Math.ceil(size / 1000))}</span>
      )}
    </>
  )
}
