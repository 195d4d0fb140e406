// Where reading alone does harm: outside the project, and where keys and passwords are kept.

/** Why a machine may not have this read; undefined when it may. */
export function readingReason(path: string, project: string): string | undefined {
  const root = `${project.replace(/\/+$/, '')}/`;
  const inside = path === project ? '' : path.startsWith(root) ? path.slice(root.length) : path;
  const shown = path.slice(0, 60);
  if (inside === '/dev/null') return undefined;
  if (/^[/~\\$]|^[a-z]:/i.test(inside) || inside.split(/[/\\]/).includes('..')) return `${shown} is outside the project`;
  return namesSecret(inside) ? `${shown} may hold keys or passwords` : undefined;
}

export const namesSecret = (text: string): boolean => SECRET.test(text);

const SECRET =
  /(?:^|[\s/])\.(?:env|ssh|aws|azure|gnupg|kube|docker|netrc|npmrc|pypirc|pgpass|git-credentials|git\/config)\b|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\b(?:credentials?|secrets?|passwords?|passwd|shadow|private[ _-]?keys?|api[ _-]?keys?|access[ _-]?tokens?)\b|\.(?:pem|p12|pfx|key|keystore|jks|kdbx)\b/i;
