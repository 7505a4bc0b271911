import { Paperclip } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { fileAddress } from '#app/lib/network/fetch-file.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { type NoticeFile, notices } from '#contract/notices'
import { noticesTexts } from '#i18n/notices'
import styles from './notices.module.css'

/**
 * The files of a notice as download links. Offline, a text says that the files are not available.
 */
export function NoticeFiles({ files }: { files: readonly NoticeFile[] }) {
  const texts = useTexts(noticesTexts)
  const isOffline = useNetwork() === 'offline'
  return (
    <Card title={texts.files}>
      <ul className={styles['files']}>
        {files.map(({ id, name, size }) => (
          <li key={id}>
            <Icon of={Paperclip} />
            {isOffline ? (
              <span>{name}</span>
            ) : (
              <a href={fileAddress(notices.file, id)} target="_blank" rel="noopener">
                {name}
              </a>
            )}
            <span className={styles['size']}>{sizeOf(size)}</span>
          </li>
        ))}
      </ul>
      {isOffline && <MutedText note>{texts.filesOffline}</MutedText>}
    </Card>
  )
}

const KB = 1024
const sizeOf = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`
