import { useState } from 'react'
import { CheckboxGroup } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import type { CallOutcome } from '#app/lib/network/call-api.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { staffAccounts, type Account } from '#contract/staff-accounts'
import { officeTexts } from '#i18n/office'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { useRoleNames } from './AccountState.tsx'
import { BuildingsField, linesOf } from './BuildingsField.tsx'
import styles from './staff-accounts.module.css'

const CALLS = {
  unlock: staffAccounts.unlock,
  endSignIns: staffAccounts.endSignIns,
  closeAccount: staffAccounts.close,
  openAccount: staffAccounts.open,
  resetFactor: staffAccounts.resetFactor,
} as const
/** The actions on an account. */
export type AccountAction =
  | keyof typeof CALLS
  | 'resetPassword'
  | 'giveRoles'
  | 'giveBuildings'
  | 'giveClasses'

/** Performs an action on an account, with a reason that is recorded in the audit log. */
export function AccountActionDialog({
  act,
  account: { code, roles: currentRoles, buildings: currentBuildings, classes: currentClasses = [] },
  buildings: known,
  version,
  onClose,
  onDone,
}: {
  act: AccountAction
  account: Account
  buildings: readonly string[]
  /** The version of the account that is shown; the action applies only to this version. */
  version: string | undefined
  onClose: () => void
  /** Receives the first password after a password reset. */
  onDone: (first?: { password: string; until: string | undefined }) => void
}) {
  const texts = useTexts(staffAccountsTexts)
  const common = useTexts(officeTexts)
  const { options, rolesIn } = useRoleNames()
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [reason, setReason] = useState('')
  const [roles, setRoles] = useState<string[]>(currentRoles)
  const [buildings, setBuildings] = useState<string[]>(currentBuildings)
  const [classes, setClasses] = useState(currentClasses.join('\n'))
  const made = (): Promise<
    CallOutcome<{ password?: string; until?: string | undefined }> | undefined
  > => {
    const about = { code, reason: reason.trim() }
    switch (act) {
      case 'resetPassword':
        return send(staffAccounts.resetPassword, about)
      case 'giveRoles':
        return send(
          staffAccounts.giveRoles,
          { ...about, roles: rolesIn(roles) },
          { ifMatch: version },
        )
      case 'giveBuildings':
        return send(staffAccounts.giveBuildings, { ...about, buildings }, { ifMatch: version })
      case 'giveClasses':
        return send(
          staffAccounts.giveClasses,
          { ...about, classes: linesOf(classes) },
          { ifMatch: version },
        )
      case 'unlock':
      case 'endSignIns':
      case 'closeAccount':
      case 'openAccount':
      case 'resetFactor':
        return send(CALLS[act], about)
    }
  }
  const submit = async () => {
    if (reason.trim() === '') return setProblem(common.reasonNeeded)
    const outcome = await made()
    if (outcome?.type !== 'ok') return
    showToast(texts.saved)
    const { password, until } = outcome.data
    onDone(password === undefined ? undefined : { password, until })
  }
  return (
    <Dialog
      open
      title={texts[act]}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy} onClick={() => void submit()}>
            {texts[act]}
          </Button>
          <Button tone="second" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      {act === 'giveRoles' && (
        <CheckboxGroup label={texts.roles} options={options} chosen={roles} onChange={setRoles} />
      )}
      {act === 'giveBuildings' && (
        <BuildingsField known={known} chosen={buildings} onChange={setBuildings} />
      )}
      {act === 'giveClasses' && (
        <div className={styles['reason']}>
          <TextareaField
            label={texts.classes}
            hint={texts.classesHint}
            rows={5}
            value={classes}
            onType={setClasses}
          />
        </div>
      )}
      <div className={styles['reason']}>
        <TextField label={common.reason} value={reason} onType={setReason} />
      </div>
      <Alert text={problem} />
    </Dialog>
  )
}
