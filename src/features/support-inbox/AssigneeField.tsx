import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { OFFICE_ROLES } from '#contract/roles'
import { supportInbox, type InboxEntry } from '#contract/support-inbox'
import { supportInboxTexts } from '#i18n/support-inbox'
import { useRoleName } from './useRoleName.ts'

// The prefix of a role in the field's values. Work numbers contain letters and digits only, so no
// work number begins with it.
const ROLE = 'role:'

/** The assignee of an entry, a person or a role. A new choice is saved at once. */
export function AssigneeField({
  entry: { id, staff, staffName, role },
  etag,
  onGiven,
}: {
  entry: Pick<InboxEntry, 'id' | 'staff' | 'staffName' | 'role'>
  etag: string | undefined
  /** Called after the entry was assigned, and also if the entry has changed since it was read. */
  onGiven: () => void
}) {
  const texts = useTexts(supportInboxTexts)
  const roleName = useRoleName()
  const { send, problem } = useOnlineCall()
  const live = useOnlineQuery({
    name: 'inbox-colleagues',
    entry: supportInbox.colleagues,
    input: {},
  })
  const colleagues = (live.data?.colleagues ?? []).map((one) => ({
    value: one.code,
    label: `${one.name} ${one.code}`,
  }))
  const known = colleagues.some(({ value }) => value === staff)
  const give = async (to: string) => {
    const toRole = OFFICE_ROLES.find((one) => to === `${ROLE}${one}`)
    const given =
      toRole === undefined ? { staff: to, role: '' as const } : { staff: '', role: toRole }
    const outcome = await send(supportInbox.assign, { id, ...given }, { ifMatch: etag })
    if (outcome?.type === 'ok') showToast(texts.given)
    if (outcome?.type === 'ok' || outcome?.type === 'conflict') onGiven()
  }
  return (
    <SelectField
      label={texts.whose}
      value={role === '' ? staff : `${ROLE}${role}`}
      error={problem ?? live.problem}
      options={[
        { value: '', label: texts.nobody },
        ...OFFICE_ROLES.map((one) => ({ value: `${ROLE}${one}`, label: roleName(one) })),
        // An assignee who no longer has the role stays assigned until somebody else is chosen.
        ...(staff === '' || known ? [] : [{ value: staff, label: staffName }]),
        ...colleagues,
      ]}
      onChange={(to) => void give(to)}
    />
  )
}
