module combined/client

go 1.19
