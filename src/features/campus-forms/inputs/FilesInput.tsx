import { Camera, FileUp } from 'lucide'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useImagePicker } from '#app/host/image-picker.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { BlobImage } from '#app/ui/BlobImage.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useReportInvalidField } from '#app/ui/invalid-fields.tsx'
import { MessageBox } from '#app/ui/MessageBox.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { AnswerableQuestion } from '#contract/campus-form-answers'
import { campusFormTexts } from '#i18n/campus-forms'
import { commonTexts } from '#i18n/common'
import { photoTexts } from '#i18n/photo'
import { supportTexts } from '#i18n/support'
import type { selectTexts } from '#i18n/translate'
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
  const { files } = useFormScope()
  const texts = useTexts(campusFormTexts)
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const shownError = problem ?? error
  useReportInvalidField(id, label, shownError)
  const chosen = Array.isArray(value) ? value : []
  const largest = formatSize(question.largest)
  const add = async (blob: Blob, fileName: string) => {
    const added = await files.add(blob, { name: fileName, largest: question.largest })
    if ('problem' in added) return setProblem(describeFileProblem(added.problem, texts, largest))
    setProblem(undefined)
    return onChange([...chosen, added.id])
  }
  const titleOf = (at: number) => {
    const known = files.find(chosen[at] ?? '')?.name ?? ''
    return known === '' ? texts.file(at + 1) : known
  }
  const Tile = question.type === 'picture' ? PictureTile : FileTile
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
              onClick={() => onChange(chosen.filter((other) => other !== file))}
            >
              {texts.remove}
            </TextButton>
          </figure>
        ))}
        {chosen.length < question.count && (
          // A tile takes one picture.
          <Tile
            key={chosen.length}
            name={name}
            label={label}
            ref={ref}
            onReady={(blob, fileName) => void add(blob, fileName)}
            onProblem={setProblem}
          />
        )}
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

/** A size in the largest unit of which there is at least one. */
const formatSize = (bytes: number): string =>
  bytes < 2 ** 20
    ? `${Math.max(1, Math.round(bytes / 2 ** 10))} KB`
    : `${Math.round((bytes / 2 ** 20) * 10) / 10} MB`

/** The sentence about a file that was not added. `largest`: the limit with its unit. */
export function describeFileProblem(
  problem: string,
  texts: Pick<
    ReturnType<typeof selectTexts<typeof campusFormTexts>>,
    'fileTooLarge' | 'fileTooMany' | 'fileUnreadable' | 'fileFailed'
  >,
  largest: string,
): string {
  switch (problem) {
    case 'too-large':
      return texts.fileTooLarge(largest)
    case 'too-many':
      return texts.fileTooMany
    case 'no-space':
      return texts.fileFailed
    default:
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

interface TileProps {
  readonly name: string
  readonly label: string
  readonly ref: InputProps['ref']
  readonly onReady: (blob: Blob, name: string) => void
  readonly onProblem: (problem: string | undefined) => void
}

function PictureTile({ label, ref, onReady, onProblem }: TileProps) {
  const texts = useTexts(supportTexts)
  const photo = useTexts(photoTexts)
  const common = useTexts(commonTexts)
  const input = useRef<HTMLInputElement>(null)
  const { image, problem, preparing, loadImage, pick, alertText, closeAlert } = useImagePicker()
  const hand = useEffectEvent(onReady)
  const complain = useEffectEvent(onProblem)
  useEffect(() => {
    if (image !== undefined) hand(image.blob, '')
  }, [image])
  useEffect(() => {
    if (problem !== undefined) complain(problem)
  }, [problem])
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={`${texts.addPicture} ${label}`}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The value is cleared, so that the user can choose the same file again after a refusal.
          target.value = ''
          if (file !== undefined) void loadImage(file)
        }}
      />
      <button
        ref={ref}
        type="button"
        className={styles['add']}
        aria-label={`${texts.addPicture} ${label}`}
        onClick={() => {
          if (!pick()) input.current?.click()
        }}
      >
        {preparing ? <Spinner /> : <Icon of={Camera} />}
        <span>{preparing ? photo.preparing : texts.addPicture}</span>
      </button>
      <MessageBox text={alertText} title={common.boxTitle} ok={photo.ok} onClose={closeAlert} />
    </>
  )
}

function FileTile({ label, ref, onReady }: TileProps) {
  const texts = useTexts(campusFormTexts)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={`${texts.addFile} ${label}`}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file !== undefined) onReady(file, file.name)
        }}
      />
      <button
        ref={ref}
        type="button"
        className={styles['add']}
        aria-label={`${texts.addFile} ${label}`}
        onClick={() => input.current?.click()}
      >
        <Icon of={FileUp} />
        <span>{texts.addFile}</span>
      </button>
    </>
  )
}
