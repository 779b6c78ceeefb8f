// Hands a file to the person, through the browser's own download.

/** Long enough for a slow disk; the address holds the whole file in memory. */
const REVOKE_AFTER = 60_000

/** Starts the download of a file; the name is made safe for every file system. */
export function download(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = safeFilename(filename)
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER)
}

/** A name that every file system takes: no separators, no control characters, no reserved names, at most 100 characters and its ending. */
export function safeFilename(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*\uFFFD]/gu, '-')
    .replace(/[.\s-]+$/, '')
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - ending.length).replace(/^[.\s-]+/, '')].slice(0, 100).join('').replace(/[.\s-]+$/, '')
  if (stem === '') return `run${ending}`
  return `${/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) ? `${stem}_` : stem}${ending}`
}
