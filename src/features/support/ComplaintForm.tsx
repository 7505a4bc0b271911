import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useDirtyForm } from '#app/lib/forms/dirty-forms.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useImageUpload } from '#app/lib/pictures/image-upload.ts'
import type { PreparedImage } from '#app/lib/pictures/prepare-image.ts'
import { currentSession, getCallerIds } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { countCharacters } from '#contract/normalize'
import { complaintSchema, support } from '#contract/support'
import { formTexts } from '#i18n/form'
import { photoTexts } from '#i18n/photo'
import { supportTexts } from '#i18n/support'
import type { ComplaintDraft } from './draft.ts'
import { PicturesField } from './PicturesField.tsx'
import { categoriesQuery } from './queries.ts'

interface Complaint {
  content: string
  category: string
}

/** The form of a complaint: a category, a text of at most 500 characters, and pictures. */
export function ComplaintForm({
  savedDraft,
  onDraft,
  onDropDraft,
  onSent,
}: {
  /** The draft of an earlier visit. */
  savedDraft: ComplaintDraft
  onDraft: (draft: ComplaintDraft) => Promise<void>
  onDropDraft: () => void
  onSent: () => void
}) {
  const texts = useTexts(supportTexts)
  const say = useTexts(formTexts)
  const photo = useTexts(photoTexts)
  const { send, part, problem } = useImageUpload()
  const categories = useCachedQuery(categoriesQuery()).data?.categories ?? []
  const [pictures, setPictures] = useState<readonly PreparedImage[]>(savedDraft.pictures)
  const restored = savedDraft.content !== '' || savedDraft.pictures.length > 0
  const { form, wrong, focusFirst } = useContractForm<Complaint, Complaint>({
    rules: complaintSchema,
    names: ['category', 'content'],
    source: { values: { content: savedDraft.content, category: savedDraft.category } },
    restored,
    onDraft: ({ values }) => onDraft({ ...values, pictures: [...pictures] }),
  })
  useDirtyForm(pictures.length > 0)
  const { errors, submitCount } = form.formState
  const changePictures = (chosen: readonly PreparedImage[]) => {
    setPictures(chosen)
    void onDraft({ ...form.getValues(), pictures: [...chosen] })
  }
  const valid = async ({ content, category }: Complaint) => {
    const isOffered = categories.some(({ id }) => id === category)
    const input = async () => ({
      ...getCallerIds(),
      content,
      category: isOffered ? category : undefined,
      pictures: pictures.length === 0 ? undefined : await encodePictures(pictures),
    })
    // Runs even if the request got no response, because the campus might have received the
    // complaint. The form does not wait for the refetch.
    const outcome = await send(support.complain, input(), async () => {
      void invalidateCachedReads('complaints')
    })
    if (outcome?.type === 'ok') onSent()
  }
  return (
    <FormBody
      texts={{ ...say, needed: undefined }}
      restored={restored}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={part !== undefined}
      onDropDraft={() => {
        onDropDraft()
        form.reset({ content: '', category: '' })
        setPictures([])
      }}
      onSubmit={(event) => void form.handleSubmit(valid, focusFirst)(event)}
    >
      <Card flush>
        {categories.length > 0 && (
          <Controller
            control={form.control}
            name="category"
            render={({ field }) => (
              <SelectField
                {...field}
                label={texts.category}
                options={[
                  { value: '', label: texts.noCategory },
                  ...categories.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            )}
          />
        )}
        <TextareaField
          label={texts.complaintLabel}
          rows={8}
          hint={texts.complaintHint(countCharacters(form.watch('content')))}
          error={errors.content?.message}
          {...form.register('content')}
        />
      </Card>
      {currentSession()?.person.role === 'student' && (
        <PicturesField pictures={pictures} locked={part !== undefined} onChange={changePictures} />
      )}
      {part !== undefined && pictures.length > 0 && (
        <ProgressBar label={photo.progress} part={part} />
      )}
    </FormBody>
  )
}

// Encodes the pictures as the API expects them (D-73). If the network has become weak since they
// were chosen, they are made smaller.
async function encodePictures(pictures: readonly PreparedImage[]): Promise<string[]> {
  const { shrinkImageForWeakNetwork, encodeBlobAsBase64 } =
    await import('#app/lib/pictures/prepare-image.ts')
  return Promise.all(
    pictures.map(async (one) => encodeBlobAsBase64((await shrinkImageForWeakNetwork(one)).blob)),
  )
}
