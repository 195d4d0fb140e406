// SQL and inline code that cannot be undone, found by the statement or call itself.

const SQL: readonly (readonly [RegExp, string])[] = [
  [
    /\bdrop\s+(?:table|database|schema|view|materialized|index|column|user|role|function|trigger|sequence|type|extension|owned|tablespace|keyspace|collection|constraint|if)\b/i,
    'DROP removes it from the database for good',
  ],
  [/\btruncate\s+(?:table\s+)?["`'\w]/i, 'TRUNCATE empties a table'],
  [/\bdelete\s+from\b/i, 'DELETE removes rows for good'],
  [/\bupdate\s+[\w."`]+\s+set\b(?![^;]{0,400}\bwhere\b)/i, 'UPDATE without WHERE changes every row'],
  [/\.(?:drop|dropDatabase|dropIndexes|deleteMany|deleteOne|remove)\(|\bdropDatabase\b/, 'it deletes documents for good'],
];

export function sqlReason(text: string): string | undefined {
  if (/\bdelete\s+from\b/i.test(text) && !/\bwhere\b/i.test(text)) return 'DELETE without WHERE removes every row';
  return SQL.find(([pattern]) => pattern.test(text))?.[1];
}

const CODE: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:rmtree|unlinkSync|rmSync|rmdirSync|removeSync|os\.remove|os\.unlink|os\.rmdir|unlink|drop_all|delete_many|remove_dir_all|removedirs)\b/,
    'the code deletes',
  ],
  [/\bfs\.(?:promises\.)?(?:rm|unlink|rmdir|truncate)\b|\.(?:delete|drop|destroy|rm|unlink|purge|truncate)\(/, 'the code deletes'],
  [/\b(?:os\.system|subprocess|execSync|spawnSync|child_process|popen|exec\(|system\(|spawn\()/, 'the code starts other programs'],
  [
    /\b(?:requests|axios|httpx|http|session|client)\.(?:post|put|patch|delete)\b|method['"]?\s*:\s*['"](?:post|put|patch|delete)/i,
    'the code sends a request that changes something',
  ],
  [/\b(?:smtplib|sendmail|send_mail|sendMail|send_message|sendMessage)\b|\bto send\b/, 'the code sends a message'],
];

/** Code given to an interpreter on its command line. */
export const codeReason = (text: string): string | undefined => CODE.find(([pattern]) => pattern.test(text))?.[1] ?? sqlReason(text);
