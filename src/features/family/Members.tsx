import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { useTexts } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Household, Member } from '#contract/household'
import { familyTexts } from '#i18n/family'
import { MemberFields } from './MemberFields.tsx'
import { MemberList } from './MemberList.tsx'
import { useRemovable } from './useRemovable.ts'
import { blankMember, type Values } from './values.ts'

/** The family: add one, remove one, take that back; the last one stays (FAM-06, FAM-34). */
export function Members({ form }: { form: UseFormReturn<Values, unknown, Household> }) {
  const texts = useTexts(familyTexts)
  const { fields, append, remove, insert } = useFieldArray({
    control: form.control,
    name: 'members',
  })
  const removable = useRemovable<Member>({
    remove,
    insert: (at, member) => insert(at, member, { focusName: `members.${at}.name` }),
  })
  const removeAt = (at: number) => {
    if (fields.length === 1) toast(texts.oneMember)
    else removable.remove(at, form.getValues(`members.${at}`))
  }
  return (
    <>
      <MemberList
        ids={fields.map(({ id }) => id)}
        removedAt={removable.removedAt}
        onUndo={removable.undo}
      >
        {(at) => <MemberFields form={form} at={at} onRemove={() => removeAt(at)} />}
      </MemberList>
      <Button
        tone="second"
        onClick={() => append(blankMember, { focusName: `members.${fields.length}.name` })}
      >
        {texts.add}
      </Button>
    </>
  )
}
