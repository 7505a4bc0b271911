import { useState } from 'react'
import {
  FilterBar,
  OfficePage,
  SearchLine,
  useUnsavedChangesPrompt,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { type IssuableState, type IssuedPassword, staffAccounts } from '#contract/staff-accounts'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { useRoleNames } from './AccountState.tsx'
import { PasswordSlips } from './PasswordSlips.tsx'
import styles from './staff-accounts.module.css'

type Carrier = 'sheet' | 'sms'
interface Issued {
  readonly by: Carrier
  readonly passwords: readonly IssuedPassword[]
  readonly until: string
  /** Where to go on after a failure; '' if nothing is left. */
  readonly next: string
  readonly all: number
}

/** First passwords for all accounts of a filter at once, as slips to print or by SMS. */
export function IssuePasswordsScreen() {
  const texts = useTexts(staffAccountsTexts)
  const { options } = useRoleNames()
  const { send, busy, problem } = useOnlineCall()
  const [find, setFind] = useState('')
  const [role, setRole] = useState('')
  const [state, setState] = useState<IssuableState>('none')
  const [issued, setIssued] = useState<Issued>()
  const read = useOnlineQuery({
    name: 'staff-waiting',
    entry: staffAccounts.countWaiting,
    input: { find, role },
  })
  useUnsavedChangesPrompt(issued?.by === 'sheet' && issued.passwords.length > 0)
  const issue = async ({ by, all, ...before }: Issued) => {
    let { passwords, next, until } = before
    do {
      const outcome = await send(staffAccounts.issuePasswords, {
        find,
        role,
        state,
        by,
        after: next,
      })
      if (outcome?.type !== 'ok') return
      passwords = [...passwords, ...outcome.data.issued]
      next = outcome.data.next
      until = outcome.data.until
      setIssued({ by, all, passwords, next, until })
    } while (next !== '')
    read.retry()
  }
  if (issued !== undefined) {
    const { by, passwords, next, until, all } = issued
    return (
      <OfficePage title={texts.issue}>
        <Stack>
          {passwords.length === 0 && !busy && next === '' && <p>{texts.issuedNone}</p>}
          {(busy || next !== '') && (
            <p role="status" className={styles['screenOnly']}>
              {texts.issuing(passwords.length, all)}
            </p>
          )}
          <Alert text={problem} />
          {next !== '' && !busy && (
            <Button tone="second" onClick={() => void issue(issued)}>
              {texts.again}
            </Button>
          )}
          {by === 'sms' ? (
            passwords.length > 0 && <p>{texts.issuedSms(passwords.length)}</p>
          ) : (
            <PasswordSlips passwords={passwords} until={until} />
          )}
        </Stack>
      </OfficePage>
    )
  }
  const counts = read.data
  const count = counts?.[state]
  const begin = (by: Carrier, all: number) =>
    void issue({ by, all, passwords: [], until: '', next: '' })
  return (
    <OfficePage title={texts.issue}>
      {counts !== undefined && <p>{texts.issueAbout(counts.days)}</p>}
      <SearchLine label={texts.find} onSearch={setFind} maxLength={100}>
        <SelectField
          label={texts.roles}
          value={role}
          options={[{ value: '', label: texts.anyRole }, ...options]}
          onChange={setRole}
        />
      </SearchLine>
      {counts === undefined || count === undefined ? (
        <QueryFallback kept={read} rows={3} />
      ) : (
        <Stack>
          <FilterBar label={texts.issueTo}>
            <SelectField
              label={texts.issueTo}
              value={state}
              options={[
                { value: 'none', label: texts.issueNone(counts.none.all) },
                { value: 'first', label: texts.issueFirst(counts.first.all) },
              ]}
              onChange={(next) => setState(next === 'first' ? 'first' : 'none')}
            />
          </FilterBar>
          {state === 'first' && count.all > 0 && <p>{texts.issueReplaces}</p>}
          {counts.bySms && count.withPhone < count.all && (
            <MutedText>{texts.withoutPhone(count.all - count.withPhone)}</MutedText>
          )}
          <Alert text={problem} />
          {count.all === 0 ? (
            <p>{texts.nobodyWaits}</p>
          ) : (
            <div className={styles['acts']}>
              <Button busy={busy} onClick={() => begin('sheet', count.all)}>
                {texts.issueSheet(count.all)}
              </Button>
              {counts.bySms && count.withPhone > 0 && (
                <Button tone="second" busy={busy} onClick={() => begin('sms', count.withPhone)}>
                  {texts.issueSms(count.withPhone)}
                </Button>
              )}
            </div>
          )}
        </Stack>
      )}
    </OfficePage>
  )
}
